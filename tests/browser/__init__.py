"""The pages as people see them: a real browser opens them from disk, with the network off."""
