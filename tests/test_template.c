/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>

#include "support.h"
