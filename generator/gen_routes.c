/* SPDX-License-Identifier: MIT */
/* The paths of all resources of a command: no two of them may match the same requests.
 * [brimley 8] */
#include "generator/binding/binding_int.h"
#include "generator/gen_int.h"

typedef struct routes_run {
    ptc_arena *arena;
    ptc_route *routes;
    const ptc_contract **contracts; /* whose they are */
    uint32_t *order;
    size_t count;
} routes_run;

/* Whether the file of a unit declares a resource. */
static bool routes_has(const ptc_contract *contract)
{
    return contract->info != NULL && contract->info->path.len > 0 &&
           !contract->is_included && !contract->is_type;
}

static int routes_compare(const void *list, uint32_t a, uint32_t b)
{
    const routes_run *run = list;

    return ptc_route_compare(&run->routes[a], &run->routes[b]);
}

static void routes_tell(ptc_diags *diags, const ptc_contract *contract,
                        const ptc_contract *other)
{
    ptc_position at = ptc_source_position(other->source, other->info->path_span.start);
    ptc_diag *diag;

    diags->source = contract->source;
    diag = ptc_diag_add(diags, PTC_DIAG_PATH_CONFLICT, contract->info->path_span,
                        "the path of %s matches the same as that of %s at %s:%zu:%zu",
                        ptc_diag_quote(diags, contract->name),
                        ptc_diag_quote(diags, other->name),
                        ptc_diag_quote(diags, other->source->name), at.line, at.column);
    ptc_diag_hint(diags, diag,
                  "names of parameters do not count: change the text of one path");
}

/* Reports neighbours in order that are the same; the one read later is at fault. */
static void routes_check(const routes_run *run, ptc_diags *diags)
{
    for (size_t i = 1; i < run->count; i++) {
        uint32_t first = run->order[i - 1];
        uint32_t second = run->order[i];

        if (routes_compare(run, first, second) == 0)
            routes_tell(diags, run->contracts[second], run->contracts[first]);
    }
}

/* Takes the routes of a file; false when memory was refused. */
static bool routes_take(routes_run *run, const ptc_contracts *contracts)
{
    for (size_t i = 0; i < contracts->count; i++) {
        const ptc_contract *contract = &contracts->items[i];

        if (!routes_has(contract))
            continue;
        if (!ptcc_path_route(run->arena, contract->info->path, &contract->schema,
                             &run->routes[run->count]))
            return false;
        run->contracts[run->count] = contract;
        run->order[run->count] = (uint32_t)run->count;
        run->count++;
    }
    return true;
}

ptc_exit ptcc_gen_check_routes(const ptcc_gen_run *run)
{
    const ptc_cli *cli = run->cli;
    routes_run routes = {.arena = cli->arena};
    uint32_t *spare;
    ptc_diags diags;
    size_t count = 0;

    for (size_t i = 0; i < run->count; i++)
        count += run->units[i].contracts.count;
    routes.routes = ptc_arena_array(cli->arena, count, sizeof *routes.routes);
    routes.contracts = ptc_arena_array(cli->arena, count, sizeof *routes.contracts);
    routes.order = ptc_arena_array(cli->arena, count, sizeof *routes.order);
    spare = ptc_arena_array(cli->arena, count, sizeof *spare);
    if (routes.routes == NULL || routes.contracts == NULL || routes.order == NULL ||
        spare == NULL)
        return ptc_cli_no_memory(cli);
    for (size_t i = 0; i < run->count; i++) {
        if (run->units[i].agents == NULL &&
            !routes_take(&routes, &run->units[i].contracts))
            return ptc_cli_no_memory(cli);
    }
    ptc_order_numbers(routes.order, spare, routes.count, routes_compare, &routes);
    ptc_diags_init(&diags, cli->arena);
    routes_check(&routes, &diags);
    return ptc_cli_report(cli, &diags);
}
