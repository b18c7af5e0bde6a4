"""The report (`arena report`): results as a folder of pages that opens from disk."""
