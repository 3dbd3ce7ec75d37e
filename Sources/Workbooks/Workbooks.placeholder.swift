// Workbooks
