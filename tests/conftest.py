"""Peers that are asked, a skip with their name where they are not installed."""

import os

import pytest

from sklearn_rankscore._peers.known import PEERS

# Where this variable is 1, a missing one of these fails instead of skipping.
REQUIRE = "RANKSCORE_REQUIRE_PEERS"
REQUIRED = ("LightGBM", "XGBoost", "CatBoost", "pytrec_eval")


@pytest.fixture
def ask_peer():
    """Return a peer by name, or skip, or fail where it is required."""

    def get(name):
        peer = PEERS[name]
        if not peer.installed:
            missing = f"{name} is not installed: pip install {peer.distributions[0]}"
            if os.environ.get(REQUIRE) == "1" and name in REQUIRED:
                pytest.fail(missing)
            pytest.skip(missing)
        return peer

    return get
