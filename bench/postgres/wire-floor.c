// Reads and discards all rows of one query over the PostgreSQL protocol: the lower bound for every other client.
// With a fifth argument it disconnects at the first row and prints how many milliseconds that took.
#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <time.h>
#include <unistd.h>
static char buffer[1 << 18];
static int put(char *at, const char *text) { int n = strlen(text) + 1; memcpy(at, text, n); return n; }
static void put32(char *at, uint32_t v) { v = htonl(v); memcpy(at, &v, 4); }
int main(int argc, char **argv) {
  if (argc != 5 && argc != 6) { fprintf(stderr, "usage: wire-floor port user database sql [first]\n"); return 2; }
  struct timespec begin, first;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  if (connect(fd, (struct sockaddr *)&to, sizeof to)) { perror("connect"); return 1; }
  int n = 8; put32(buffer + 4, 196608);
  n += put(buffer + n, "user"); n += put(buffer + n, argv[2]); n += put(buffer + n, "database"); n += put(buffer + n, argv[3]); buffer[n++] = 0;
  put32(buffer, n); if (write(fd, buffer, n) != n) return 1;
  unsigned long rows = 0, bytes = 0; int sent = 0; size_t have = 0;
  for (;;) {
    ssize_t got = read(fd, buffer + have, sizeof buffer - have);
    if (got <= 0) { fprintf(stderr, "cut\n"); return 1; }
    bytes += got; have += got; size_t at = 0;
    while (have - at >= 5) {
      uint32_t size; memcpy(&size, buffer + at + 1, 4); size = ntohl(size) + 1;
      if (have - at < size) break;
      char type = buffer[at];
      if (type == 'D' && argc == 6) {
        clock_gettime(CLOCK_MONOTONIC, &first);
        printf("%.2f\n", (first.tv_sec - begin.tv_sec) * 1e3 + (first.tv_nsec - begin.tv_nsec) / 1e6);
        return 0;
      }
      if (type == 'D') rows++;
      else if (type == 'E') { fprintf(stderr, "error %s\n", buffer + at + 5); return 1; }
      else if (type == 'Z') {
        if (sent) { printf("%lu rows %lu bytes\n", rows, bytes); return 0; }
        sent = 1; static char q[65536]; q[0] = 'Q'; int m = 5 + put(q + 5, argv[4]); put32(q + 1, m - 1); if (write(fd, q, m) != m) return 1;
      }
      at += size;
    }
    memmove(buffer, buffer + at, have - at); have -= at;
  }
}
