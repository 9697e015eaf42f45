import json
import urllib.request


def names(emk):
    request = urllib.request.Request(
        emk["baseUrl"] + "/contacts-type",
        headers={"PublicKey": emk["publicKey"], "SecretKey": emk["secretKey"], "Accept": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return [each["name"] for each in json.load(answer)["message"]["contactTypes"]]


def add(emk, name):
    request = urllib.request.Request(
        emk["baseUrl"] + "/contacts-type/add",
        data=("name=" + name).encode(),
        headers={"PublicKey": emk["publicKey"], "SecretKey": emk["secretKey"], "Accept": "application/json"},
    )
    urllib.request.urlopen(request).close()


def test_first(emk):
    add(emk, "Leads")
    assert "Leads" in names(emk)


def test_second_begins_anew(emk):
    assert "Leads" not in names(emk)
