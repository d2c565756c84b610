"""The report of the demonstration, as text for a terminal."""


def format_report(report):
    """Return the report as text for a terminal."""
    chosen_on, held_out = report["chosen_on"], report["held_out"]
    name = f"ndcg@{report['k']}"
    return "\n".join(
        [
            f"data      {report['data']}",
            f"          {chosen_on['queries']} queries ({chosen_on['rows']} rows) to "
            f"choose on, {held_out['queries']} ({held_out['rows']}) held out",
            f"search    {len(report['candidates'])} candidates x {report['folds']} "
            "folds of whole queries; mean and spread over folds, convention 'default'",
            "",
            *_format_candidates(report),
            "",
            f"{name} of the chosen model on the held-out queries",
            *_format_pairs(report["scores"]),
            "",
            _why(report["scores"], held_out["queries"]),
            "",
            "the two best candidates on the held-out queries",
            *report["comparison"],
            f"{report['seconds']} s",
        ]
    )


def _format_candidates(report):
    first = report["candidates"][0]
    names = [name for name in first if name != "params"]
    heads = "".join(f"{name:>15}" for name in first["params"])
    lines = ["  " + heads + "".join(f"{name:>18}" for name in names)]
    for candidate in report["candidates"]:
        mark = "* " if candidate["params"] == report["chosen"] else "  "
        values = "".join(f"{value:>15}" for value in candidate["params"].values())
        cells = (
            f"{candidate[name]['mean']:.4f} ± {candidate[name]['std']:.4f}"
            for name in names
        )
        lines.append(mark + values + "".join(f"{cell:>18}" for cell in cells))
    return [*lines, f"* chosen by {names[0]}"]


def _format_pairs(scores):
    titles = {
        "lightgbm": "LightGBM's own eval, one thread",
        "sklearn": "mean of sklearn.metrics.ndcg_score",
    }
    lines = [f"{'convention':<12}{'sklearn_rankscore':<20}{'the peer itself':<20}"]
    for name, title in titles.items():
        here, there = scores["here"][name], scores["there"][name]
        apart = abs(here - there) / there if there else abs(here)
        verdict = "same bits" if here == there else f"{apart:.1e} apart"
        lines.append(f"{name:<12}{here!r:<20}{there!r:<20}{verdict}: {title}")
    return [line.rstrip() for line in lines]


def _why(scores, n_queries):
    empty, short = scores["queries_without_relevant_row"], scores["queries_of_one_row"]
    left_out = f"; it refuses queries of one row ({short} left out)" if short else ""
    return (
        "The two pairs differ because LightGBM gives a label the gain 2^label - 1,\n"
        "keeps tied rows in their order and counts a query without a relevant row\n"
        f"({empty} of {n_queries} here) as 1, where scikit-learn takes the label as it "
        f"is,\naverages over tied rows and counts such a query as 0{left_out}."
    )
