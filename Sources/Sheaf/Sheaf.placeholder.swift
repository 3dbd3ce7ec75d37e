// Sheaf
