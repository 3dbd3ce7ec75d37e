-- Starts `sheaf lsp` for sheets and for the sheets in Markdown; Neovim 0.7 or later.
-- Copy to ~/.config/nvim/plugin/sheaf.lua, and the folders of Editors/Vim to ~/.config/nvim.
vim.filetype.add({ extension = { sheet = "sheaf" } })

-- The folder of the repository that a file lies in, or its own.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  local found = vim.fn.finddir(".git", folder .. ";")
  return found == "" and folder or vim.fn.fnamemodify(found, ":p:h:h")
end

-- The values beside definitions, where this Neovim can show them.
local function on_attach(client, buffer)
  if vim.lsp.inlay_hint then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
  if client.server_capabilities.codeLensProvider then
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, { buffer = buffer, callback = vim.lsp.codelens.refresh })
  end
end

local clients = {}

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "sheaf", "markdown" },
  callback = function(event)
    local buffer = event.buf or vim.api.nvim_get_current_buf()
    local root = root_of(vim.api.nvim_buf_get_name(buffer))
    local settings =
      { name = "sheaf", cmd = { vim.env.SHEAF or "sheaf", "lsp" }, root_dir = root, on_attach = on_attach }
    if vim.lsp.start then
      vim.lsp.start(settings)
      return
    end
    -- Neovim 0.7 leaves it to us that a folder has one server.
    if not clients[root] or not vim.lsp.get_client_by_id(clients[root]) then
      clients[root] = vim.lsp.start_client(settings)
    end
    vim.lsp.buf_attach_client(buffer, clients[root])
  end,
})
