// The user's terminal, for measuring: runs a command on a pseudo-terminal, takes what it prints, types keys, and says when what happened.
//   terminal [-r BYTES_PER_S] [-k KEYS] -- COMMAND…     prints one JSON object; times are ms since the start
// With -r it takes no more than that; with -k it types so many keys once READY is seen, each when the one before was answered, and then Ctrl-C.
#define _GNU_SOURCE
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LETTERS = 26, SETTLE_MS = 1000, GAP_MS = 1, LOST_MS = 2000, CATCH_UP_MS = 100, TAKE = 65536, TAKE_SLOWLY = 4096 };

static double started;
static pid_t command;
static int over[2];
static double goneMs;
static int status;
static struct rusage usage;

static double nowMs(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

// The prompt is back when the shell's wait returns, whatever is still in the terminal.
static void *await(void *unused) {
  while (wait4(command, &status, 0, &usage) < 0 && errno == EINTR);
  goneMs = nowMs() - started;
  if (write(over[1], "x", 1) != 1) exit(2);
  return unused;
}

static struct { long wanted, done, lost; double typedAt, nextAt, *tookMs; } keys;

// The answer to a…z is À…Ù: two bytes of UTF-8, of which no other output has the second one.
static unsigned char answer(void) { return (unsigned char)(0x80 + keys.done % LETTERS); }

static void noteKey(double tookMs, double at) {
  keys.tookMs[keys.done++] = tookMs;
  keys.typedAt = 0;
  keys.nextAt = at + GAP_MS;
}

static void type(int terminal) {
  double at = nowMs();
  if (keys.typedAt && at - keys.typedAt > LOST_MS) { keys.lost++; noteKey(LOST_MS, at); }
  if (keys.typedAt || at < keys.nextAt || keys.done > keys.wanted) return;
  char key = keys.done == keys.wanted ? 3 : (char)('a' + keys.done % LETTERS);
  keys.typedAt = nowMs();
  if (write(terminal, &key, 1) != 1) perror("key");
  if (key == 3) { keys.wanted = 0; keys.typedAt = 0; }
}

static double rate, mayTakeAt;
static void takeSlowly(ssize_t size) {
  double at = nowMs();
  // What it slept too long it makes good, up to a point.
  if (mayTakeAt < at - CATCH_UP_MS) mayTakeAt = at - CATCH_UP_MS;
  mayTakeAt += (double)size / rate * 1e3;
  if (mayTakeAt - at > 1) usleep((useconds_t)((mayTakeAt - at) * 1e3));
}

// The program's READY and DONE, even if cut between two reads. What comes after DONE is not the program's, and not part of the hash.
typedef struct { const char *text; size_t matched; double atMs; } Word;
static Word ready = {.text = "READY"}, done = {.text = "DONE"};

static void look(Word *word, char byte, double atMs) {
  if (word->atMs) return;
  word->matched = byte == word->text[word->matched] ? word->matched + 1 : byte == word->text[0];
  if (!word->text[word->matched]) word->atMs = atMs;
}

static uint64_t hash = 1469598103934665603u;
static void see(const char *bytes, ssize_t size, double atMs) {
  for (ssize_t i = 0; i < size; i++) {
    if (!done.atMs) hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    look(&done, bytes[i], atMs);
  }
  for (ssize_t i = 0; i < size && !ready.atMs; i++) look(&ready, bytes[i], atMs);
}

int main(int count, char **words) {
  int option, terminal;
  long wanted = 0;
  while ((option = getopt(count, words, "+r:k:")) > 0) {
    if (option == 'r') rate = atof(optarg);
    if (option == 'k') wanted = atol(optarg);
  }
  struct winsize size = {.ws_row = 40, .ws_col = 120};
  keys.tookMs = calloc((size_t)wanted + 1, sizeof *keys.tookMs);
  if (pipe(over) != 0) return 2;
  started = nowMs();
  command = forkpty(&terminal, NULL, NULL, &size);
  if (command == 0) { execvp(words[optind], words + optind); perror(words[optind]); _exit(127); }
  fcntl(terminal, F_SETFL, fcntl(terminal, F_GETFL) | O_NONBLOCK);
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  pthread_t waiter;
  pthread_create(&waiter, NULL, await, NULL);

  static char bytes[TAKE];
  uint64_t total = 0;
  double lastMs = 0;
  for (int isOver = 0;;) {
    struct pollfd sources[] = {{.fd = terminal, .events = POLLIN}, {.fd = isOver ? -1 : over[0], .events = POLLIN}};
    poll(sources, 2, isOver ? 0 : keys.wanted ? GAP_MS : -1);
    if (sources[1].revents) isOver = 1;
    ssize_t got = read(terminal, bytes, rate > 0 ? TAKE_SLOWLY : sizeof bytes);
    double at = nowMs();
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      if (isOver && !sources[1].revents) break;
      if (keys.wanted) type(terminal);
      continue;
    }
    // Its end, which Linux calls EIO: nobody has the other end open any more.
    if (got <= 0) break;
    int wasReady = ready.atMs > 0;
    total += (uint64_t)got;
    lastMs = at - started;
    see(bytes, got, at - started);
    if (!wasReady && ready.atMs > 0) { keys.wanted = wanted; keys.nextAt = at + SETTLE_MS; }
    if (keys.typedAt && memchr(bytes, answer(), (size_t)got)) noteKey(at - keys.typedAt, at);
    if (keys.wanted) type(terminal);
    if (rate > 0) takeSlowly(got);
  }
  pthread_join(waiter, NULL);
  // tmux ends before it shows a program's last line: then its own last byte counts.
  printf("{\"startedMs\":%.3f,\"readyMs\":%.3f,\"doneMs\":%.3f,\"goneMs\":%.3f,\"bytes\":%llu,\"hash\":\"%llx\",\"status\":%d,\"cpuMs\":%.0f,\"lostKeys\":%ld,\"keysMs\":[",
         started, ready.atMs, done.atMs ? done.atMs : lastMs, goneMs, (unsigned long long)total, (unsigned long long)hash,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
         (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3, keys.lost);
  for (long i = 0; i < keys.done; i++) printf("%s%.4f", i ? "," : "", keys.tookMs[i]);
  printf("]}\n");
  return 0;
}
