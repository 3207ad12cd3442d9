# --- After the site's key has changed ---------------------------------------------------------------------------------


def test_who_holds_an_app_is_told_that_the_key_has_changed_and_gets_in_by_the_former_one(client, account, settings):
    client.force_login(account)
    secret, codes = set_up_app(client)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another secret key of the same site, fifty characters long"
    by_link(client, account)
    answer = client.post("/sign-in/second/", {"code": app_code(secret)}, headers={"accept-language": "en"})
    assert answer.status_code == 200
    assert "another secret key than when your app was set up" in answer.content.decode()
    assert not signed_in(client)

    settings.SECRET_KEY_FALLBACKS = [former]
    client.post("/sign-in/second/", {"code": codes[0]})
    assert signed_in(client)


def test_codes_that_nobody_can_read_any_more_are_no_crash(client, account, settings):
    client.force_login(account)
    set_up_app(client)
    settings.SECRET_KEY = "another secret key of the same site, fifty characters long"
    by_link(client, account)  # to the door of the second factor, where the union lets him in again
    Authenticator.objects.filter(type="totp").delete()
    client.force_login(account)
    answer = client.get("/me/second/recovery/", follow=True)
    assert answer.status_code == 200
