// The `Combine` module: see ARCHITECTURE.md for its rooms.
