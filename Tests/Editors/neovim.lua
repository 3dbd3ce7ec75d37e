-- Plays an hour of work in an editor in a second: open, read what is wrong, type, complete, rename, save.
-- Run with: SHEAF=…/sheaf nvim --headless --clean -u Tests/Editors/neovim.lua
-- Ends with 1 and a line for each thing that is not as expected.
local root = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")
vim.opt.runtimepath:prepend(root .. "/Editors/Vim")
vim.cmd("filetype plugin on | syntax on")
dofile(root .. "/Editors/Neovim/sheaf.lua")

local failures = 0
local function expect(what, condition, found)
  if condition then
    print("ok: " .. what)
  else
    failures = failures + 1
    print("not ok: " .. what .. "; found " .. vim.inspect(found))
  end
end

-- Waits for something at most ten seconds and gives whether it came.
local function wait(condition) return vim.wait(10000, condition, 10) end

local function diagnostics()
  return vim.tbl_map(function(found)
    local told = found.user_data and found.user_data.lsp
    return found.code or told and told.code or found.message
  end, vim.diagnostic.get(0))
end
local function lines() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

-- Asks the server about the cursor's place.
local function ask(method, more)
  local parameters = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 10000) or {}
  for _, answer in pairs(answers) do
    if answer.result then return answer.result end
  end
end

local function run()
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder .. "/.git", "p")
  vim.fn.writefile({ "/// From elsewhere.", "input x = 2", "y = x * 2" }, folder .. "/b.sheet")
  vim.fn.writefile({ 'use "b.sheet" as b', "A = 20", "total = A + Bmount", 'test "t" {', "  expect total = 30", "}" },
    folder .. "/a.sheet")

  vim.cmd("edit " .. folder .. "/a.sheet")
  expect("the server is attached", wait(function() return #vim.tbl_keys(vim.lsp.buf_get_clients(0)) == 1 end))
  expect("the file type is known", vim.bo.filetype == "sheaf", vim.bo.filetype)
  expect("a finding is shown", wait(function() return vim.deep_equal(diagnostics(), { "unknown-name" }) end), diagnostics())

  -- Type: what is written goes to the server key by key.
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("oBmount = 10<Esc>", true, false, true), "xt", false)
  expect("the line is typed", lines()[3] == "Bmount = 10", lines())
  expect("the finding is gone", wait(function() return #diagnostics() == 0 end), diagnostics())

  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  local hover = ask("textDocument/hover")
  expect("the hover has the value", hover and hover.contents.value:find("**total** = `30`", 1, true), hover)

  -- Complete at the end of a line that is being typed.
  vim.api.nvim_buf_set_lines(0, 4, 4, false, { "double = tot" })
  vim.api.nvim_win_set_cursor(0, { 5, 12 })
  local offers = ask("textDocument/completion", { position = { line = 4, character = 12 } })
  local item = offers and offers.items[1]
  expect("completion offers the name first", item and item.label == "total", offers and offers.items)
  if item then
    vim.lsp.util.apply_text_edits({ item.textEdit }, 0, "utf-16")
    expect("the completion is written", lines()[5] == "double = total", lines())
  end

  -- Rename through the editor's own command.
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  vim.lsp.buf.rename("sum")
  expect("the name is changed wherever it is used", wait(function()
    local text = lines()
    return text[4] == "sum = A + Bmount" and text[5] == "double = sum" and text[7] == "  expect sum = 30"
  end), lines())

  vim.api.nvim_win_set_cursor(0, { 1, 17 })
  local place = ask("textDocument/definition")
  expect("a used sheet is where its name leads", place ~= nil, place)

  vim.cmd("write")
  expect("the file is saved", vim.fn.readfile(folder .. "/a.sheet")[4] == "sum = A + Bmount")

  -- The file goes away while it is open: the server answers and goes on.
  vim.fn.delete(folder .. "/a.sheet")
  vim.fn.delete(folder .. "/b.sheet")
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  expect("it answers when the file is gone", ask("textDocument/hover") ~= nil)
  vim.cmd("bwipeout!")
end

local isFine, fault = pcall(run)
expect("nothing goes wrong in the editor", isFine, fault)
for _, client in ipairs(vim.lsp.get_active_clients()) do client.stop() end
print(failures == 0 and "all as expected" or failures .. " not as expected")
vim.cmd(failures == 0 and "qall!" or "cquit 1")
