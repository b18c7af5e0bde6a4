"""From stored games to the numbers of a report: sums that are added up part by part."""
