// Sends one POST again and again over HTTP/1.1 from many connections, and uses as little of the machine as possible. At a
// rate above 0, requests begin at that rate per second whether earlier ones have ended or not. At rate 0, each connection
// sends the next request as soon as it has a response. Prints the number of complete responses with status 200 after the
// first seconds (`begin`), and the milliseconds of each response with status 503: since its request was written to the
// socket (`answered`), and since it was due (`refusals`). The second includes the delays of this program, which shares the
// processors with the service.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
enum { maxHead = 4096 };
struct connection { int fd, isOpen, isWaiting, status, headLength; double due, written; long left; int isChunked; char head[maxHead], last[5]; };
static struct connection *all;
static int *idle, idleCount, epollFd, requestLength;
static char request[1 << 16], buffer[1 << 18];
static struct sockaddr_in to;
static double *refusals, *answered;
static long refusalCount, refusalRoom, done;
static double counted;
static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e3 + at.tv_nsec / 1e6;
}
static void reopen(struct connection *one) {
  if (one->isOpen) close(one->fd);
  one->isOpen = 0;
}
static void send_request(struct connection *one, double due) {
  if (!one->isOpen) {
    one->fd = socket(AF_INET, SOCK_STREAM, 0);
    int yes = 1;
    setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(one->fd, (struct sockaddr *)&to, sizeof to)) { perror("connect"); exit(1); }
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = one };
    epoll_ctl(epollFd, EPOLL_CTL_ADD, one->fd, &event);
    one->isOpen = 1;
  }
  one->isWaiting = 1; one->due = due; one->status = 0; one->headLength = 0; one->left = -1; one->isChunked = 0;
  memset(one->last, 0, 5);
  one->written = now();
  // A connection that the service has closed meanwhile is opened again for the same request.
  if (write(one->fd, request, requestLength) != requestLength) { reopen(one); send_request(one, due); }
}
static void finish(struct connection *one, int isComplete) {
  if (isComplete && one->status == 200 && now() >= counted) done += 1;
  if (isComplete && one->status == 503) {
    if (refusalCount == refusalRoom) {
      refusalRoom = refusalRoom * 2 + 1024;
      refusals = realloc(refusals, refusalRoom * sizeof *refusals);
      answered = realloc(answered, refusalRoom * sizeof *answered);
    }
    double time = now();
    refusals[refusalCount] = time - one->due;
    answered[refusalCount++] = time - one->written;
  }
  one->isWaiting = 0;
  if (!isComplete || strcasestr(one->head, "\r\nconnection: close")) reopen(one);
  idle[idleCount++] = one - all;
}
static void keep_last(struct connection *one, const char *from, long count) {
  if (count >= 5) { memcpy(one->last, from + count - 5, 5); return; }
  memmove(one->last, one->last + count, 5 - count);
  memcpy(one->last + 5 - count, from, count);
}
static void receive(struct connection *one) {
  ssize_t got = read(one->fd, buffer, sizeof buffer);
  if (got <= 0) {
    if (one->isWaiting) finish(one, 0); else reopen(one);
    return;
  }
  const char *body = buffer;
  if (one->status == 0) {
    int take = got < maxHead - 1 - one->headLength ? got : maxHead - 1 - one->headLength;
    memcpy(one->head + one->headLength, buffer, take);
    int before = one->headLength;
    one->head[one->headLength += take] = 0;
    char *end = strstr(one->head, "\r\n\r\n");
    if (end == NULL) return;
    body = buffer + (end + 4 - one->head) - before;
    one->status = atoi(one->head + 9);
    end[2] = 0;
    char *length = strcasestr(one->head, "\r\ncontent-length:");
    one->isChunked = length == NULL;
    if (length) one->left = atol(length + 17);
  }
  long count = buffer + got - body;
  if (one->isChunked) keep_last(one, body, count); else one->left -= count;
  if (one->isChunked ? memcmp(one->last, "0\r\n\r\n", 5) == 0 : one->left <= 0) finish(one, 1);
}
static void print_times(const char *name, const double *times) {
  printf(",\"%s\":[", name);
  for (long index = 0; index < refusalCount; index += 1) printf(index == 0 ? "%.2f" : ",%.2f", times[index]);
  printf("]");
}
int main(int argc, char **argv) {
  if (argc != 8) { fprintf(stderr, "usage: load port begin seconds rate connections path body\n"); return 2; }
  double begin = atof(argv[2]), seconds = atof(argv[3]), rate = atof(argv[4]);
  int count = atoi(argv[5]);
  signal(SIGPIPE, SIG_IGN);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  to = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  requestLength = snprintf(request, sizeof request,
    "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
    argv[6], strlen(argv[7]), argv[7]);
  all = calloc(count, sizeof *all);
  idle = calloc(count, sizeof *idle);
  for (int index = count - 1; index >= 0; index -= 1) idle[idleCount++] = index;
  epollFd = epoll_create1(0);
  double start = now(), end = start + (begin + seconds) * 1e3;
  counted = start + begin * 1e3;
  long sent = 0;
  struct epoll_event events[64];
  for (double time = start; time < end; time = now()) {
    while (idleCount > 0 && (rate == 0 || sent < (time - start) / 1e3 * rate)) {
      double due = rate == 0 ? now() : start + sent / rate * 1e3;
      sent += 1;
      send_request(&all[idle[--idleCount]], due);
    }
    int ready = epoll_wait(epollFd, events, 64, 1);
    for (int index = 0; index < ready; index += 1) receive(events[index].data.ptr);
  }
  printf("{\"done\":%ld", done);
  print_times("refusals", refusals);
  print_times("answered", answered);
  printf("}\n");
}
