// Sends one POST over HTTP/1.1 and discards the response as it arrives, so that the reader uses as little of the
// machine as the reader of the bare wire protocol. Prints the bytes, the milliseconds to the first byte of the body,
// and the total milliseconds.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static char buffer[1 << 18];
static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}
int main(int argc, char **argv) {
  if (argc < 4) { fprintf(stderr, "usage: read-http port accept body [bytes per second] [seconds]\n"); return 2; }
  double rate = argc > 4 ? atof(argv[4]) : 0, seconds = argc > 5 ? atof(argv[5]) : 1e9;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  double start = now(), first = 0;
  if (connect(fd, (struct sockaddr *)&to, sizeof to)) { perror("connect"); return 1; }
  int n = snprintf(buffer, sizeof buffer,
    "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nAccept: %s\r\nContent-Length: %zu\r\n\r\n%s",
    argv[2], strlen(argv[3]), argv[3]);
  if (n >= (int)sizeof buffer || write(fd, buffer, n) != n) return 1;
  unsigned long bytes = 0; int body = 0; char last[8] = "", head[4096] = ""; size_t have = 0;
  for (;;) {
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0) { perror("read"); return 1; }
    if (got == 0) break;
    if (have < sizeof head - 1) {
      size_t take = sizeof head - 1 - have < (size_t)got ? sizeof head - 1 - have : (size_t)got;
      memcpy(head + have, buffer, take); have += take; head[have] = 0;
      if (!body && strstr(head, "\r\n\r\n")) {
        if (strncmp(head, "HTTP/1.1 200", 12)) { fprintf(stderr, "%s\n", head); return 1; }
        body = 1;
      }
    }
    bytes += got;
    if (first == 0 && body) first = now() - start;
    // The end of a complete message; a truncated response does not have it.
    if (got >= 5) memcpy(last, buffer + got - 5, 5); else { memmove(last, last + got, 5 - got); memcpy(last + 5 - got, buffer, got); }
    if (rate > 0) {
      double late = bytes / rate * 1e3 - (now() - start);
      if (late > 0) usleep(late * 1e3);
      if (now() - start > seconds * 1e3) { printf("%lu %.2f %.2f\n", bytes, first, now() - start); return 0; }
    }
  }
  if (memcmp(last, "0\r\n\r\n", 5)) { fprintf(stderr, "cut after %lu bytes\n", bytes); return 1; }
  printf("%lu %.2f %.2f\n", bytes, first, now() - start);
}
