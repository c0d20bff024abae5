" SPDX-License-Identifier: MIT
" Settings for signatures, the contracts of ptcc: comments, width, and :make as `ptcc check`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:; commentstring=;\ %s
setlocal expandtab shiftwidth=2 softtabstop=2 textwidth=90
setlocal formatoptions-=t formatoptions+=croql
setlocal makeprg=ptcc\ check\ --diagnostics=gnu\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#
if executable('ptcc')
  setlocal formatprg=ptcc\ fmt\ -
endif

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< textwidth< formatoptions< makeprg< errorformat< formatprg<'
