# Rules for make: NAME.sig, NAME.agent.edn or NAME.chain.edn -> NAME.ptc.h and NAME.ptc.c,
# next to it, and NAME.mcp.c with `--emit mcp` or `mcp-main` in PTCCFLAGS.
#
# Include this file after your first rule. PTCC names the tool; otherwise it is searched on
# the PATH, then with pkg-config. PTCCFLAGS are more options for `ptcc gen`.
PTCC ?= $(or $(shell command -v ptcc),$(shell pkg-config --variable=ptcc ptcc))

# make only compares times, hence --always-write.
%.ptc.h %.ptc.c: %.sig
	$(PTCC) gen $(PTCCFLAGS) --always-write --header $*.ptc.h --source $*.ptc.c \
		--depfile $*.ptc.d $<

# It is generated with the source. If it was removed, it is generated again with the options
# recorded there.
%.mcp.c: %.ptc.c
	@test -f $@ || $(PTCC) regen $<

# Agents and chains by their names: two rules for any name would conflict.
ptcc_agents := $(wildcard *.agent.edn)
ptcc_chains := $(wildcard *.chain.edn)
ifneq ($(ptcc_agents),)
$(ptcc_agents:.agent.edn=.ptc.h): %.ptc.h: %.agent.edn
	$(PTCC) gen $(PTCCFLAGS) --always-write --header $*.ptc.h --source $*.ptc.c \
		--depfile $*.ptc.d $<
$(ptcc_agents:.agent.edn=.ptc.c): %.ptc.c: %.ptc.h ;
endif
ifneq ($(ptcc_chains),)
$(ptcc_chains:.chain.edn=.ptc.h): %.ptc.h: %.chain.edn
	$(PTCC) gen $(PTCCFLAGS) --always-write --header $*.ptc.h --source $*.ptc.c \
		--depfile $*.ptc.d $<
$(ptcc_chains:.chain.edn=.ptc.c): %.ptc.c: %.ptc.h ;
endif

# Generated files are kept, and not treated as intermediate files.
.PRECIOUS: %.ptc.h %.ptc.c %.mcp.c

# The files that each contract includes, known from the last run. An included file that no
# longer exists counts as changed, so that ptcc, not make, says what is missing.
-include $(wildcard *.ptc.d)
%.sig %.agent.edn %.chain.edn %.ptc.clj: ;
