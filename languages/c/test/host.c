/*
 * Talks to the board of examples/firmware, which is written in Rust: 1,000 measurements over a line
 * with noise on it. The line is the standard input and output; firmware.sh connects them to the
 * emulated board.
 */
#include "answer.h"
#include "command.h"
#include "onesheet_frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEASUREMENTS 1000u

static void require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "host: %s\n", what);
        exit(1);
    }
}

static void send(const uint8_t *bytes, size_t len)
{
    require(fwrite(bytes, 1, len, stdout) == len && fflush(stdout) == 0,
            "cannot write to the line");
}

static size_t framed(const command_t *command, uint8_t *buf, size_t cap)
{
    size_t len;

    require(command_encode(command, buf + 1, cap - 1, &len) == ONESHEET_OK,
            "cannot encode the command");
    len = onesheet_seal(ONESHEET_CRC16, buf, cap, len);
    require(len != 0, "cannot frame the command");
    return len;
}

static void receive(answer_t *answer)
{
    static uint8_t body[ONESHEET_BODY_LEN(ANSWER_MAX_LEN, ONESHEET_CRC16)];
    onesheet_receiver r;
    onesheet_received received;

    onesheet_receiver_init(&r, ONESHEET_CRC16, body, sizeof body);
    do {
        int byte = getchar();
        require(byte != EOF, "the line was closed");
        received = onesheet_receive(&r, (uint8_t)byte);
    } while (received == ONESHEET_NOTHING);
    require(received == ONESHEET_FRAME, "the board sent a broken frame");
    require(answer_decode(answer, body, r.payload_len, NULL) == ONESHEET_OK,
            "the board sent a broken message");
}

/* Telemetry::measure in examples/firmware/src/protocol.rs */
static bool is_measurement(const telemetry_t *t, uint16_t seq, const char *name)
{
    int32_t level = seq;
    unsigned i;

    for (i = 0; i < 16; i++) {
        int32_t sample;
        level = (level * 31 + 7) & 0xffff;
        sample = level < 0x8000 ? level : level - 0x10000;
        /* The shift rounds down, as that of the board does. */
        sample = sample >= 0 ? sample >> seq % 12 : -(-(sample + 1) >> seq % 12) - 1;
        if (t->samples[i] != sample) {
            return false;
        }
    }
    return t->seq == seq && t->ts == seq * 1000u && t->temp == 215 - seq % 500 &&
           t->flags == (uint8_t)seq && t->name.len == strlen(name) &&
           memcmp(t->name.data, name, t->name.len) == 0;
}

int main(void)
{
    uint8_t frame[ONESHEET_FRAME_LEN(COMMAND_MAX_LEN, ONESHEET_CRC16)];
    const uint8_t delimiter = ONESHEET_DELIMITER;
    uint32_t damaged = 0, seq;
    command_t command;
    answer_t answer;
    const counters_t *counters = &answer.u.counters.f0;

    for (seq = 0; seq < MEASUREMENTS; seq++) {
        char name[17];
        size_t len;
        command.tag = COMMAND_MEASURE;
        command.u.measure.seq = (uint16_t)seq;
        command.u.measure.name.len = (uint8_t)snprintf(name, sizeof name, "C %u", (unsigned)seq);
        memcpy(command.u.measure.name.data, name, command.u.measure.name.len);
        len = framed(&command, frame, sizeof frame);

        send(&delimiter, 1);
        if (seq % 7 == 3) { /* half a frame */
            send(frame, len / 2);
            send(&delimiter, 1);
            damaged++;
        }
        if (seq % 11 == 5) { /* a frame with a wrong bit */
            uint8_t *byte = &frame[len / 2], whole = *byte;
            *byte = (uint8_t)(whole == 0x80 ? 0x81 : whole ^ 0x80);
            send(frame, len);
            *byte = whole;
            damaged++;
        }
        send(frame, len);
        receive(&answer);
        require(answer.tag == ANSWER_TELEMETRY, "not a measurement");
        require(is_measurement(&answer.u.telemetry.f0, (uint16_t)seq, name),
                "not what the board measures");
    }

    command.tag = COMMAND_COUNT;
    send(frame, framed(&command, frame, sizeof frame));
    receive(&answer);
    require(answer.tag == ANSWER_COUNTERS, "not the counters");
    require(counters->frames == MEASUREMENTS + 1 && counters->sent == MEASUREMENTS &&
                counters->overrun == 0 &&
                counters->noise + counters->truncated + counters->too_long + counters->checksum ==
                    damaged &&
                counters->message == 0,
            "the board counted otherwise");
    fprintf(stderr, "%u measurements; the board dropped the %u damaged frames and nothing else\n",
            (unsigned)MEASUREMENTS, (unsigned)damaged);
    return 0;
}
