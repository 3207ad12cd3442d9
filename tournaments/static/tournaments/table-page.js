// What runs on the page of a table, sent as one file (scwu/bundles.py).

import "./live.js";
import "./phone/page.js";
import "./phone/waiting.js";
import "./points.js";
import "./smear-points.js";
import "./phone/worker.js";
import "./phone/codes.js";
import "./ago.js";
import "./call.js";
