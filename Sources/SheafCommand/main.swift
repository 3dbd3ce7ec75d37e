import SheafTool
