//! Pages of lists: a statement reads one row more than a page holds, which tells whether there are more.

/// Drops the rows beyond a page; whether there were any.
pub(super) fn cut<T>(rows: &mut Vec<T>, page: usize) -> bool {
    let more = rows.len() > page;
    rows.truncate(page);
    more
}

/// Drops the rows beyond a page; if there were any, the cursor of the last row that is left.
pub(super) fn cut_at_cursor<T>(
    rows: &mut Vec<T>,
    page: usize,
    cursor: impl FnOnce(&T) -> String,
) -> Option<String> {
    let more = cut(rows, page);
    rows.last().filter(|_| more).map(cursor)
}
