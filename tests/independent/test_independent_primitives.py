"""Published test vectors, and the protocol's own for every operation of the second verifier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from independent_data import vectors

from independent import canonical, chance, codec, files, proofs
from independent.errors import RefusedError, require
from independent.events import parse
from independent.group import (
    BASE,
    decode,
    encode,
    from_uniform,
    point,
    scalar,
    signature_ok,
    times,
)

Given = dict[str, Any]
X = bytes.fromhex


def untag(value: Any) -> Any:
    if isinstance(value, dict):
        return X(value["b"]) if "b" in value else value["t"]
    return [untag(v) for v in value] if isinstance(value, list) else value


def tag(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"b": value.hex()}
    if isinstance(value, str):
        return {"t": value}
    return [tag(v) for v in value] if isinstance(value, list) else value


def is_canonical(data: bytes) -> bool:
    try:
        canonical.read(data)
    except ValueError:
        return False
    return True


def run_stream(g: Given) -> Any:
    source = chance.words(X(g["seed"])) if "seed" in g else iter(g["words"])
    stream = chance.Stream(source)
    out = [getattr(stream, what)(argument) for what, argument in g["requests"]]
    return {"out": out, "used": stream.used}


def dealing(g: Given) -> proofs.Dealing:
    dealer = g.get("dealer", g.get("me"))
    members = tuple(g["members"])
    return proofs.dealing(X(g["match"]), g["purpose"], dealer, g["t"], members, X(g["dealing"]))


def share(g: Given) -> Any:
    d = dealing(g)
    shared = encode(times(scalar(X(g["box"])), decode(d.once)))
    value, right = proofs.share(
        X(g["match"]), g["purpose"], g["dealer"], g["me"], g["members"], d, shared
    )
    return {"share": value.to_bytes(32, "little").hex(), "ok": right}


def complaint(g: Given) -> bool:
    proofs.complaint(
        X(g["match"]),
        g["purpose"],
        g["dealer"],
        g["me"],
        g["members"],
        X(g["box"]),
        dealing(g),
        X(g["K"]),
        X(g["proof"]),
    )
    return True


def joint_key(g: Given) -> Any:
    commitments = {
        m: [decode(X(a)) for a in given] for m, given in zip(g["members"], g["A"], strict=True)
    }
    key = proofs.Key.joint(g["t"], g["members"], commitments)
    return {"X": key.public.hex(), "Y": [key.shares[m].hex() for m in g["members"]]}


def open_roll(g: Given) -> str:
    shares = {int(m): X(y) for m, y in g["Y"].items()}
    key, alpha = proofs.Key(g["t"], g["members"], X(g["X"]), shares), X(g["alpha"])
    where = proofs.roll_point(key.public, alpha)
    parts = {
        m: proofs.part_point(X(part), shares[m], where, X(g["match"])) for m, part in g["parts"]
    }
    return proofs.roll_seed(key, alpha, parts).hex()


def prescribed(g: Given) -> str:
    given = X(g["in"])
    before = [(given[i : i + 32], given[i + 32 : i + 64]) for i in range(0, len(given), 64)]
    return proofs.flat(proofs.prescribed(tuple(before), X(g["X"]), X(g["seed"]))).hex()


def hold(condition: bool, code: str) -> bool:
    require(condition, code)
    return True


OPS: dict[str, Callable[[Given], Any]] = {
    "codec.decode": lambda g: tag(codec.decode(X(g["hex"]), g.get("limit", codec.MAX_EVENT))),
    "codec.encode": lambda g: codec.encode(untag(g["value"])).hex(),
    "json.canonical": lambda g: canonical.write(g["value"]).decode(),
    "json.check": lambda g: is_canonical(X(g["hex"])),
    "hash.F": lambda g: chance.full(g["name"], *map(X, g["parts"])).hex(),
    "hash.Hs": lambda g: chance.hs(g["name"], *map(X, g["parts"])).to_bytes(32, "little").hex(),
    "hash.Hp": lambda g: encode(chance.hp(g["name"], *map(X, g["parts"]))).hex(),
    "ed25519.verify": lambda g: signature_ok(X(g["key"]), X(g["msg"]), X(g["sig"])),
    "point.check": lambda g: hold(point(X(g["hex"])) is not None, "G_POINT"),
    "scalar.check": lambda g: hold(scalar(X(g["hex"])) is not None, "G_SCALAR"),
    "stream.run": run_stream,
    "dleq.verify": lambda g: proofs.same_logarithm(*(X(g[k]) for k in DLEQ)),
    "part.check": lambda g: proofs.part_point(*(X(g[k]) for k in PART)).hex(),
    "dkg.check": lambda g: len(dealing(g).commitments),
    "dkg.share": share,
    "dkg.complaint": complaint,
    "dkg.key": joint_key,
    "combine": lambda g: encode(proofs.interpolate(tuple((a, X(d)) for a, d in g["points"]))).hex(),
    "roll.alpha": lambda g: proofs.roll_alpha(
        X(g["start"]), X(g["salt"]), g["branch"], g["step"]
    ).hex(),
    "roll.open": open_roll,
    "deck.cards": lambda g: [m.hex() for m in proofs.card_points(X(g["match"]), g["deck"], g["n"])],
    "shuffle.fixed": prescribed,
    "shuffle.verify": lambda g: hold(proofs.shuffle_ok(*(X(g[k]) for k in SHUFFLE)), "X_SHUFFLE"),
    "draw.check": lambda g: hold(proofs.draw_ok(*(X(g[k]) for k in DRAW)), "X_DRAW"),
    "draw.read": lambda g: proofs.opened(
        X(g["C2"]), decode(X(g["gamma"])), scalar(X(g["rho"])), X(g["X"])
    ).hex(),
    "seal.commit": lambda g: proofs.seal(
        X(g["match"]), g["seat"], g["step"], X(g["nonce"]), X(g["payload"])
    ).hex(),
    "armor.read": lambda g: [block.hex() for block in files.dearmor(g["text"])],
    "armor.write": lambda g: files.armor(X(g["hex"])),
}
DLEQ = ("Y", "C", "D", "proof", "ctx")
PART = ("part", "Y", "C", "match")
SHUFFLE = ("in", "out", "proof", "X", "ctx")
DRAW = ("C1", "P", "proof", "ctx")
# What only the holder of secrets does, and what needs a game's data.
NOT_A_VERIFIERS = {
    "keys.derive", "rules.hash", "dleq.prove", "dkg.deal", "shuffle.prove", "shuffle.remask",
    "draw.make",
}  # fmt: skip


@pytest.mark.parametrize(
    "group", ["codec", "hash", "ed25519", "group", "stream", "keys", "decks", "armor"]
)
def test_vectors(group: str) -> None:
    done = 0
    for case in vectors(group):
        if case["op"] in NOT_A_VERIFIERS:
            continue
        try:
            got: Any = {"out": OPS[case["op"]](case["in"])}
        except RefusedError as refused:
            got = {"error": refused.code}
        assert got == {k: case[k] for k in ("out", "error") if k in case}, case["id"]
        done += 1
    assert done >= 37


@pytest.mark.parametrize("group", ["scenarios", "files"])
def test_events_parse_as_the_vectors_say(group: str) -> None:
    cases = [case for case in vectors(group) if case["op"] == "event.parse"]
    for case in cases:
        try:
            got: Any = parse(X(case["in"]["raw"]), bytes(64)).kind
        except RefusedError as refused:
            got = refused.code
        if "error" in case:
            assert got == case["error"], case["id"]
        else:
            assert isinstance(got, int), case["id"]
    assert len(cases) >= 7


def test_ristretto_multiples_of_rfc_9496() -> None:
    want = [
        "00" * 32,
        "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
        "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
        "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    ]
    assert [encode(times(k, BASE)).hex() for k in range(4)] == want


def test_one_way_map_of_rfc_9496() -> None:
    data = X(
        "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
        "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6"
    )
    want = "3066f82a1a747d45120d1740f14358531a8f04bbffe6a819f86dfe50f44a0a46"
    assert encode(from_uniform(data)).hex() == want


def test_signature_of_rfc_8032() -> None:
    key = X("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = X(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555f"
        "b8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert signature_ok(key, b"", signature)
    assert not signature_ok(key, b"x", signature)
    assert not signature_ok(key, b"", signature[:63])


def test_key_stream_of_rfc_8439() -> None:
    # Appendix A.1, test vector 1: key, nonce and counter zero.
    words = chance.words(bytes(32))
    first = b"".join(next(words).to_bytes(4, "little") for _ in range(4))
    assert first.hex() == "76b8e0ada0f13d90405d6ae55386bd28"


def test_a_json_number_is_canonical_only_as_an_integer() -> None:
    for text in (b"[1.0]", b"[1e2]", b"[-0]", b"[01]", b"[NaN]", b'{"a":1,"a":2}', b"[ ]"):
        assert not is_canonical(text)
    assert is_canonical(b'{"a":[-1,"\\u00e9"]}')
    assert not is_canonical(b"[" * 5000 + b"]" * 5000)


def test_shapes_are_read_as_written() -> None:
    wanted = codec.shape("[u t, [u…] committee, b32 id, text name]")
    assert codec.fits([1, [], bytes(32), ""], wanted)
    assert not codec.fits([1, [b""], bytes(32), ""], wanted)
    assert not codec.fits([1, [], bytes(31), ""], wanted)
    assert not codec.fits([1, [], bytes(32)], wanted)
