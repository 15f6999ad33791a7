#![no_std]
#![no_main]

onesheet_size::program!(through_bincode_serde);
