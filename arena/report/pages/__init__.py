"""From the numbers of a report to its pages: tables, charts and text as HTML."""
