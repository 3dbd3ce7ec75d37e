// SheafTool
