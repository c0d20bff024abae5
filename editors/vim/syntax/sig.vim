" SPDX-License-Identifier: MIT
" Vim syntax file
" Language: signatures, the contract files of ptcc (.sig)

if exists('b:current_syntax')
  finish
endif
let s:cpo_save = &cpo
set cpo&vim

syntax case match
syntax sync fromstart
syntax iskeyword @,48-57,_,-,192-255

" At the beginning of a line: names that are declared, includes, and indented descriptions.
syntax match sigDeclared /^\h[A-Za-z0-9_-]*\(\.\h[A-Za-z0-9_-]*\)*\ze\s*[(=]/
syntax match sigDeclared /^"\(\\.\|[^"\\]\)*"\ze\s*[(=]/
syntax match sigInclude /^include\ze\s*"/ nextgroup=sigString skipwhite
syntax match sigDescription /^\s\+\(->\|[{(\[|:=,)\]}?~<>;[:blank:]]\|#[[:blank:]#]\)\@!.*$/ contains=sigDescribed,sigLine
syntax match sigDescribed /^\s\+-\s\+\zs\("\(\\.\|[^"\\]\)*"\|[A-Za-z0-9_.-]\+\)\ze:/ contained
syntax match sigLine /^\s\+\zs@\(title\|hints\|timeout\)\>/ contained

" Types, wherever brackets go over several lines.
syntax cluster sigTypes contains=sigComment,sigString,sigNumber,sigOperator,sigDelimiter,sigName,sigConstant,sigNamed,sigType,sigEnum,sigParens,sigBraces,sigBrackets
syntax match sigName /\h[A-Za-z0-9_-]*\(\.\h[A-Za-z0-9_-]*\)*/ contained
syntax match sigConstant /\<\(true\|false\|nil\)\>/
syntax match sigNamed /:\(\h[A-Za-z0-9_-]*\([./]\h[A-Za-z0-9_-]*\)*?\=\|not=\|=>\|[<>]=\=\|=\)/
syntax match sigType /:\(malli-schema\|datetime\|boolean\|decimal\|keyword\|double\|string\|float\|bool\|date\|enum\|any\|int\|map\|nil\)\([A-Za-z0-9_.-]\)\@!/
syntax match sigMalli /\[\@<=:\(json\/multiple-of\|json\/other-items\|json\/other-keys\|json\/contains\|malli-schema\|json\/one-of\|json\/items\|sequential\|json\/keys\|boolean?\|datetime\|integer?\|keyword?\|nat-int?\|neg-int?\|pos-int?\|boolean\|decimal\|double?\|json\/if\|keyword\|number?\|string?\|vector?\|double\|float?\|map-of\|schema\|string\|vector\|float\|maybe\|multi\|some?\|tuple\|any?\|bool\|catn\|date\|enum\|int?\|map?\|nil?\|not=\|and\|any\|cat\|int\|map\|nil\|not\|orn\|ref\|set\|<=\|=>\|>=\|fn\|or\|re\|<\|=\|>\)\([A-Za-z0-9_.?=\/-]\)\@!/ contained
syntax match sigMember /:\=\h[A-Za-z0-9_.-]*/ contained
syntax region sigParens matchgroup=sigDelimiter start=/(/ end=/)/ contains=@sigTypes
syntax region sigBraces matchgroup=sigDelimiter start=/{/ end=/}/ contains=@sigTypes
syntax region sigBrackets matchgroup=sigDelimiter start=/\[/ end=/\]/ contains=@sigTypes,sigMalli
syntax region sigMembers matchgroup=sigDelimiter start=/\[/ end=/\]/ contained contains=sigComment,sigString,sigNumber,sigMember
syntax match sigEnum /:enum\ze\[/ nextgroup=sigMembers
syntax match sigOperator /->\|\.\.\|[|?=~]\|[<>]=\=/
syntax match sigDelimiter /,/
syntax match sigNumber /-\=\d\+\(\.\d\+\)\=\([eE][+-]\=\d\+\)\=/
syntax region sigString start=/"/ skip=/\\./ end=/"/ oneline contains=sigEscape
syntax match sigEscape /\\./ contained
syntax match sigComment /;.*$/ contains=sigTodo
syntax match sigComment /#\([[:blank:]#].*\)\=$/ contains=sigTodo
syntax keyword sigTodo TODO FIXME contained

highlight default link sigDeclared Function
highlight default link sigInclude Include
highlight default link sigDescription SpecialComment
highlight default link sigDescribed Identifier
highlight default link sigLine PreProc
highlight default link sigName Identifier
highlight default link sigConstant Constant
highlight default link sigNamed Typedef
highlight default link sigType Type
highlight default link sigEnum Type
highlight default link sigMalli Keyword
highlight default link sigMember Constant
highlight default link sigOperator Operator
highlight default link sigDelimiter Delimiter
highlight default link sigNumber Number
highlight default link sigString String
highlight default link sigEscape SpecialChar
highlight default link sigComment Comment
highlight default link sigTodo Todo

let b:current_syntax = 'sig'
let &cpo = s:cpo_save
unlet s:cpo_save
