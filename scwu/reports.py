"""What a report of a crash may say: of a request with something secret in it, no variable of any frame.

Django hides what a view names, in the view's own frame alone; a word, a code or a password goes through many frames. So
a request that was marked by `sensitive_post_parameters` is reported with the names of variables, and no value.
"""

from __future__ import annotations

from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class QuietFilter(SafeExceptionReporterFilter):
    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> Any:
        if request is not None and hasattr(request, "sensitive_post_parameters"):
            return [(name, self.cleansed_substitute) for name in tb_frame.f_locals]
        return super().get_traceback_frame_variables(request, tb_frame)
