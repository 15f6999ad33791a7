//! Names of columns: those that come again, in whatever case.

use onesheet_arrow::unique;

fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    unique(names.into_iter().map(str::to_owned))
}

#[test]
fn a_name_that_comes_again_has_the_next_number_that_is_free() {
    for (names, found) in [
        (["a", "a", "a"], ["a", "a_2", "a_3"]),
        (["a", "A", "a_2"], ["a", "A_3", "a_2"]),
        (["a_2", "a", "a"], ["a_2", "a", "a_3"]),
        (["A_2", "A_2", "A_2_2"], ["A_2", "A_2_3", "A_2_2"]),
        (["", "", "_2"], ["", "_3", "_2"]),
    ] {
        assert_eq!(of(names), found);
    }
}

#[test]
fn many_columns_of_one_name() {
    let names = of(std::iter::repeat_n("a", 100_000));
    assert_eq!((names[0].as_str(), names[1].as_str()), ("a", "a_2"));
    assert_eq!(names[99_999], "a_100000");
}
