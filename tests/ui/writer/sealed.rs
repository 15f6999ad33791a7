use onesheet::Writer;

struct Serial;

impl Writer for Serial {
    type Error = ();

    fn write_bytes(&mut self, _: &[u8]) -> Result<(), ()> {
        Ok(())
    }

    fn write_byte(&mut self, _: u8) -> Result<(), ()> {
        Ok(())
    }

    fn position(&self) -> usize {
        0
    }

    fn close_block(&mut self, _: usize) -> Result<(), ()> {
        Ok(())
    }
}

fn main() {}
