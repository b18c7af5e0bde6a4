"""The kernel against the referee: in lockstep, with deliberate faults, and with damaged inputs."""
