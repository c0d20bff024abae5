" SPDX-License-Identifier: MIT
" Files of signatures, the contracts of ptcc.
autocmd BufRead,BufNewFile *.sig setfiletype sig
