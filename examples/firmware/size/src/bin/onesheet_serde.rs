#![no_std]
#![no_main]

onesheet_size::program!(through_onesheet_serde);
