/* SPDX-License-Identifier: MIT */
/* All of the rooms below programs. */
#ifndef PTC_INT_H
#define PTC_INT_H

#include "base/base_int.h"
#include "contract/json_schema/json_schema_int.h"
#include "contract/malli/malli_int.h"
#include "edn/edn_int.h"
#include "lisp/heap/take.h"
#include "lisp/read/forms.h"
#include "render/render_int.h"
#include "schema/schema_int.h"
#include "template/template_int.h"
#include "json/json_int.h"

#include <ptc/contract.h>
#include <ptc/infer.h>
#include <ptc/lisp.h>
#include <ptc/regex.h>
#include <ptc/tool.h>
#include <ptc/version.h>
#include <ptc/walk.h>

#endif
