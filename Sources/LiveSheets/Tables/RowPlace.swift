/// A row of a table of sheets, by the number of the table and the place of the row in it, counted from 0.
package struct RowPlace: Hashable {
  package let table: Int
  package let row: Int

  package init(table: Int, row: Int) { (self.table, self.row) = (table, row) }
}
