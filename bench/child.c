// The program on the terminal, for measuring. FILE gets the time of its act in ms of the monotonic clock.
//   child stay FILE MS           prints READY, waits, and ends; the act is its end
//   child write FILE KIND MB     prints READY, waits a second, and prints MB million bytes as fast as it can (plain, ansi, tui), and DONE; the act is the first
//   child echo [KB_PER_S]        prints READY and answers a…z with À…Ù, until Ctrl-C; meanwhile prints so much, if told
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, LONGEST = 16384, AT_ONCE = 16384, FLOOD = 4096, COLUMNS = 80, SETTLE_US = 1000000 };

static double nowMs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void say(const char *bytes, size_t size) {
  for (size_t out = 0; out < size;) {
    ssize_t wrote = write(1, bytes + out, size - out);
    if (wrote <= 0) _exit(1);
    out += (size_t)wrote;
  }
}

static void noteAct(int file) {
  char text[64];
  int size = snprintf(text, sizeof text, "%.3f", nowMs());
  if (write(file, text, (size_t)size) != size) _exit(1);
}

static const char *const WORDS[] = {"const", "return", "await", "écrit", "日本語", "the", "quick", "→ done", "function", "Promise<void>", "✓", "😀", "error:", "src/index.ts:42"};
static unsigned seed = 12345;
static unsigned chance(unsigned below) { return ((seed = seed * 1103515245u + 12345u) >> 16 & 0x7fff) % below; }
static const char *word(void) { return WORDS[chance(sizeof WORDS / sizeof *WORDS)]; }

// A log in colours, with characters of one to four bytes.
static int ansi(char *to, int line) {
  int n = sprintf(to, "\x1b[%um%6d\x1b[0m ", 30 + chance(8), line);
  for (unsigned left = 4 + chance(10); left > 0; left--)
    n += chance(3) ? sprintf(to + n, "%s ", word()) : sprintf(to + n, "\x1b[38;5;%um%s\x1b[39m ", chance(256), word());
  return n + sprintf(to + n, "\n");
}
static int plain(char *to, int line) { return sprintf(to, "%d line of plain output from a build tool\n", line); }
// Forty rows drawn anew in one synchronized update, with a spinner.
static int tui(char *to, int frame) {
  static const char *const SPIN[] = {"⠋", "⠙", "⠹", "⠸"};
  int n = sprintf(to, "\x1b[?2026h\x1b[39A");
  for (int row = 0; row < 39; row++) n += sprintf(to + n, "\x1b[2K\x1b[%dm│\x1b[0m %s %s row %d %u%%\x1b[K\r\n", 30 + row % 8, word(), word(), row, chance(100));
  return n + sprintf(to + n, "\x1b[2K\x1b[36m%s\x1b[0m Thinking… (%ds)\x1b[?2026l", SPIN[frame % 4], frame);
}

static void writeStream(int file, const char *kind, size_t wanted) {
  static char block[BLOCK];
  size_t size = 0;
  for (int line = 0; size < BLOCK - LONGEST; line++)
    size += (size_t)(!strcmp(kind, "ansi") ? ansi : !strcmp(kind, "tui") ? tui : plain)(block + size, line);
  say("READY\r\n", 7);
  usleep(SETTLE_US);
  noteAct(file);
  for (size_t at = 0; wanted > 0;) {
    size_t piece = size - at < AT_ONCE ? size - at : AT_ONCE;
    if (piece > wanted) piece = wanted;
    say(block + at, piece);
    at = (at + piece) % size;
    wanted -= piece;
  }
  // Whatever was cut off: what a program leaves on, mem would undo, and the bytes would not be the same.
  static const char end[] = "\x1b[?2026l\x1b[0mDONE\r\n";
  say(end, sizeof end - 1);
}

static void *flood(void *perMs) {
  static char lines[FLOOD];
  memset(lines, '.', sizeof lines);
  for (size_t i = COLUMNS - 2; i < sizeof lines; i += COLUMNS) memcpy(lines + i, "\r\n", 2);
  for (double due = nowMs() + SETTLE_US / 2e3;; due += FLOOD / *(double *)perMs) {
    double wait = due - nowMs();
    if (wait > 0) usleep((useconds_t)(wait * 1e3));
    else due = nowMs();
    say(lines, sizeof lines);
  }
  return perMs;
}

static void echo(double bytesPerMs) {
  struct termios mode;
  tcgetattr(0, &mode);
  cfmakeraw(&mode);
  tcsetattr(0, TCSANOW, &mode);
  say("READY", 5);
  pthread_t flooder;
  if (bytesPerMs > 0) pthread_create(&flooder, NULL, flood, &bytesPerMs);
  for (char key; read(0, &key, 1) == 1 && key != 3;) {
    char answer[] = {(char)0xc3, (char)(0x80 + key - 'a')};
    if (key >= 'a' && key <= 'z') say(answer, sizeof answer);
  }
}

int main(int count, char **words) {
  if (count < 2) return 2;
  if (!strcmp(words[1], "echo")) {
    echo(count > 2 ? atof(words[2]) : 0);
    return 0;
  }
  int file = count > 3 ? open(words[2], O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (file < 0) return 2;
  if (!strcmp(words[1], "write") && count > 4) {
    writeStream(file, words[3], (size_t)(atof(words[4]) * 1e6));
    return 0;
  }
  say("READY", 5);
  usleep((useconds_t)(atof(words[3]) * 1e3));
  noteAct(file);
  _exit(0);
}
