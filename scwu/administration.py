"""Django's administration with our own door: who may enter stands in the matrix, and there is one place to sign in."""

from django.contrib.admin.apps import AdminConfig


class Administration(AdminConfig):
    default_site = "scwu.admin_site.Site"
