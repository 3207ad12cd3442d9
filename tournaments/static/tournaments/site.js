// What runs on each page, sent as one file (scwu/bundles.py).

import "./once.js";
import "./confirm.js";
import "./desk-link.js";
import "./phone/everywhere.js";
