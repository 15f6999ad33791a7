/* A program with the message of sample.h: its size, less that of one with neither, is the codec's. */
#include "sample.h"

sample_t message;
uint8_t buffer[SAMPLE_MAX_LEN];

void _exit(int status)
{
    (void)status;
    for (;;) {
    }
}

int main(void)
{
    size_t len = 0;

#ifdef ENCODE
    (void)sample_encode(&message, buffer, sizeof buffer, &len);
#endif
#ifdef DECODE
    (void)sample_decode(&message, buffer, sizeof buffer, NULL);
#endif
    return (int)len;
}
