# Rules for make: NAME.sig, NAME.agent.edn or NAME.chain.edn -> NAME.ptc.h and NAME.ptc.c,
# beside it, and NAME.mcp.c with `--emit mcp` or `mcp-main` in PTCCFLAGS.
#
# Include this file after the first rule of your own. PTCC names the tool, otherwise it is
# looked for on the PATH, then with pkg-config. PTCCFLAGS are further options of `ptcc gen`.
PTCC ?= $(or $(shell command -v ptcc),$(shell pkg-config --variable=ptcc ptcc))

# make compares times alone, hence --always-write.
%.ptc.h %.ptc.c: %.sig
	$(PTCC) gen $(PTCCFLAGS) --always-write --header $*.ptc.h --source $*.ptc.c \
		--depfile $*.ptc.d $<

# It is made with the source; one that was removed is made again with the options in
# its head.
%.mcp.c: %.ptc.c
	@test -f $@ || $(PTCC) regen $<

# Agents and chains by their names: two rules for any name would meet.
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

# Made files are kept, and not taken for steps in between.
.PRECIOUS: %.ptc.h %.ptc.c %.mcp.c

# What each contract includes, known from the last run. An included file that is gone counts
# as changed, so that ptcc says what is missing, and not make.
-include $(wildcard *.ptc.d)
%.sig %.agent.edn %.chain.edn %.ptc.clj: ;
