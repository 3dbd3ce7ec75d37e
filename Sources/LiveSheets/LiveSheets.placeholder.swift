// LiveSheets
