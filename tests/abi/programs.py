# SPDX-License-Identifier: MIT
"""Programs of a revision: compiled against the headers that it had when it was released and
against those of today, run with the library of today.

tests/abi/N has, beside the baseline, `headers.h`, all headers of then in one file without
comments, what ptcc emitted then for order.sig, and program.c, which uses both.
"""
import glob
import os
import re
import shutil
import subprocess
import tempfile

from model import headers_of, run

COMMENT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDED = re.compile(r"^#include <(ptc/[\w.]+)>\n", re.M)


def snapshot(include):
    """All headers as one text that stands for each of them."""
    seen = set()

    def text_of(name):
        if name in seen and name.endswith(".h"):
            return ""
        seen.add(name)
        with open(f"{include}/{name}", encoding="utf8") as file:
            text = COMMENT.sub(lambda word: " " if word.group(0)[0] == "/" else word.group(0),
                               file.read())
        return INCLUDED.sub(lambda found: text_of(found.group(1)), text)

    text = "".join(text_of("ptc/" + os.path.basename(path)) for path in headers_of(include))
    return re.sub(r"\n{2,}", "\n", re.sub(r"[ \t]+$", "", text, flags=re.M)).lstrip("\n")


def keep(root, revision, ptcc):
    """Writes what programs of a revision are compiled from."""
    folder = f"{root}/tests/abi/{revision}"
    with open(folder + "/headers.h", "w", encoding="utf8") as file:
        file.write("/* SPDX-License-Identifier: MIT */\n"
                   f"/* All headers of ABI {revision}, written by `./dev abi --accept`. */\n" +
                   snapshot(root + "/runtime/include"))
    run([ptcc, "gen", "-o", folder, root + "/tests/abi/order.sig"])
    if not os.path.exists(folder + "/program.c"):
        shutil.copy(f"{root}/tests/abi/{revision - 1}/program.c", folder)


def link_library(archives, root, folder, soname):
    """The library as others build it: behind the version script, with a soname."""
    mains = [path for path in archives if "libptc-main" not in path]
    run(["gcc", "-shared", "-o", f"{folder}/{soname}", "-Wl,-soname," + soname,
         f"-Wl,--version-script={root}/runtime/libptc.map", "-Wl,--whole-archive", *mains,
         "-Wl,--no-whole-archive", "-lm", *regex_library()])
    os.symlink(soname, folder + "/libptc.so")


def regex_library():
    done = subprocess.run(["pkg-config", "--libs", "libpcre2-8"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.split() if done.returncode == 0 else []


def run_old(root, kept, archives, soname):
    """Faults of the program of a revision, which `kept` holds."""
    if not os.path.exists(kept + "/program.c"):
        return [f"there is no {kept}/program.c"]
    include, outputs = root + "/runtime/include", {}
    with tempfile.TemporaryDirectory() as folder:
        link_library(archives, root, folder, soname)
        old = folder + "/include"
        os.makedirs(old + "/ptc")
        with open(kept + "/headers.h", encoding="utf8") as file:
            text = file.read()
        with open(old + "/ptc/all.h", "w", encoding="utf8") as file:
            file.write("#ifndef ALL_H\n#define ALL_H\n" + text + "#endif\n")
        for path in glob.glob(include + "/ptc/*.h"):
            with open(f"{old}/ptc/{os.path.basename(path)}", "w", encoding="utf8") as file:
                file.write("#include <ptc/all.h>\n")
        for age, headers in (("old", old), ("new", include)):
            program = f"{folder}/{age}"
            made = subprocess.run(["gcc", "-std=c11", "-O1", "-I", headers, "-I", kept,
                                   kept + "/program.c", *glob.glob(kept + "/*.ptc.c"), "-o",
                                   program, "-L", folder, "-lptc"],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if made.returncode != 0:
                return [f"{kept}/program.c does not compile with the {age} headers:\n{made.stdout[:2000]}"]
            done = subprocess.run([program], text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT,
                                  env=dict(os.environ, LD_LIBRARY_PATH=folder))
            outputs[age] = done.stdout
            if done.returncode != 0:
                return [f"{kept}/program.c, compiled with the {age} headers, ended with "
                        f"{done.returncode}:\n{done.stdout}"]
    if outputs["old"] != outputs["new"]:
        return [f"{kept}/program.c prints with the old headers\n{outputs['old']}"
                f"and with the new ones\n{outputs['new']}"]
    return []
