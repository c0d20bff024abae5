/* SPDX-License-Identifier: MIT */
#include "tool/cli.h"
