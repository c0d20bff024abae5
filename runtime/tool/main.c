/* SPDX-License-Identifier: MIT */
#include <ptc/ptc.h>

int main(void)
{
    return 2;
}
