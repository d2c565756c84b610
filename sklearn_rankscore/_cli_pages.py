"""The reports of ``evaluate`` and ``compare`` as pages."""

from sklearn_rankscore._report_html import HtmlReport
from sklearn_rankscore._viz_groups import GroupValuesDisplay


def evaluation_page(evaluation, summary, worst):
    """Return the report of ``evaluate``."""
    page = HtmlReport("Evaluation per query")
    page.table(evaluation)
    for metric in evaluation.metrics:
        page.heading(metric)
        page.picture(
            lambda ax, metric=metric: GroupValuesDisplay.from_evaluation(
                evaluation, metric, ax=ax
            ),
            f"{metric} of each query, sorted, one line per model",
        )
    page.heading("Summary")
    page.table(summary)
    page.heading("The worst queries")
    page.table(worst)
    return page


def comparison_page(comparison, deciding):
    """Return the report of ``compare``."""
    page = HtmlReport("Comparison per query")
    page.table(comparison)
    for number, line in enumerate(comparison.sentences):
        model, against, metric = (
            str(comparison.columns[name][number])
            for name in ("model", "against", "metric")
        )
        page.heading(line)
        page.picture(
            lambda ax, pair=(model, against), metric=metric: (
                GroupValuesDisplay.from_evaluation(
                    comparison.evaluation, metric, difference=pair, ax=ax
                )
            ),
            f"{metric} of each query: {model} minus {against}, sorted",
        )
    page.heading("The queries that decide")
    page.table(deciding)
    return page
