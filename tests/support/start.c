/* SPDX-License-Identifier: MIT */
/*
 * Criterion starts a process for each test, and each starts libgit2, for differences of
 * texts, which reads the certificates of the machine: four fifths of what a small test
 * costs. No test speaks to a server that has any. libmbedx509 also defines this; a
 * program's own goes first.
 */
int mbedtls_x509_crt_parse_file(void *chain, const char *path);

int mbedtls_x509_crt_parse_file(void *chain, const char *path)
{
    (void)chain;
    (void)path;
    return 0; /* all of its certificates were read */
}
