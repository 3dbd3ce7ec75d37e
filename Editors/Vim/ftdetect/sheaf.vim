autocmd BufRead,BufNewFile *.sheet setfiletype sheaf
