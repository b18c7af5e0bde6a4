"""What must hold in every game, whatever is played."""
