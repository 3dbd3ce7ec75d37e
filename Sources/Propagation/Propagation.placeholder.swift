// Propagation
