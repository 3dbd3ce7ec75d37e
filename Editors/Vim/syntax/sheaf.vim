if exists('b:current_syntax')
  finish
endif
syntax case match

syntax match sheafOperator /<\~>\?\|<>\|<=\|>=\|[-+*\/^&=<>%:@]/
syntax match sheafNumber /\<\d\+\(\.\d\+\)\?\([eE][-+]\?\d\+\)\?%\?/
syntax match sheafDate /\<\d\{4}-\d\d-\d\d\(T\d\d:\d\d\(:\d\d\)\?\)\?\>/
syntax match sheafFunction /\<[[:alpha:]_][[:alnum:]_.]*\ze(/
syntax match sheafAddress /\<\$\?\a\{1,3}\$\?[1-9]\d*\>(\@!/
syntax match sheafError /#\(N\/A\|DIV\/0!\|VALUE!\|REF!\|NAME?\|NUM!\|NULL!\|SPILL!\|CALC!\|BUSY!\|CYCLE!\|GETTING_DATA\|CONNECT!\|BLOCKED!\|UNKNOWN!\|FIELD!\|EXTERNAL!\|PYTHON!\|TIMEOUT!\)/
syntax match sheafLogical /\c\<\(TRUE\|FALSE\)\>/
syntax match sheafType /:\s*\zs\(number\|text\|logical\|date\|record\|list\|any\)\>/
syntax match sheafClause /\<\(on\|where\|when\|as\|in\|from\|of\|over\|first\|last\|before\|after\|update\|replies\|sends\|fails\|called\|not\|rows\)\>\ze\s\+[^=.( ]/
syntax match sheafStatement /^\s*\zs\(input\|table\|sheet\|always\|never\|test\|event\|state\|service\|action\|fetch\|use\|modes\|chart\|option\)\>\ze\s\+[^=+*\/^&<>-]/
syntax match sheafStep /\(^\|[;{]\)\s*\zs\(expect\|given\|wait\|clear\|insert\|delete\|stop\)\>\ze\s\+[^=]/
syntax match sheafName /^\s*\zs[[:alpha:]_][[:alnum:]_]*\ze\s*==\@!/
syntax region sheafText start=/"/ skip=/""/ end=/"/ oneline
syntax match sheafBar /|/
syntax match sheafComment /\/\/.*$/ contains=@Spell
syntax match sheafDocumentation /\/\/\/.*$/ contains=@Spell

highlight default link sheafOperator Operator
highlight default link sheafNumber Number
highlight default link sheafDate Number
highlight default link sheafFunction Function
highlight default link sheafAddress Identifier
highlight default link sheafError Exception
highlight default link sheafLogical Boolean
highlight default link sheafType Type
highlight default link sheafClause Keyword
highlight default link sheafStatement Statement
highlight default link sheafStep Statement
highlight default link sheafName Identifier
highlight default link sheafText String
highlight default link sheafBar Delimiter
highlight default link sheafComment Comment
highlight default link sheafDocumentation SpecialComment

let b:current_syntax = 'sheaf'
