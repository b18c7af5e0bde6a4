"""What a tournament leaves on disk: tables, parts, the manifest, and looking back at them."""
