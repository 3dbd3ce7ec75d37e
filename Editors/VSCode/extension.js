// Starts `sheaf lsp` for sheets and for the sheets in Markdown.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("sheaf").get("path", "sheaf");
  client = new LanguageClient(
    "sheaf",
    "Sheaf",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "sheaf" }, { scheme: "file", language: "markdown" }] }
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
