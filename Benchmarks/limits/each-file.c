/* Runs a program that reads one feed from its standard input once for each file of a list, its output thrown away.

   usage: each-file PROGRAM LIST FOLDER */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char line[2048], path[4096];
    int failed = 0, files = 0;
    if (argc != 4) {
        fputs("usage: each-file PROGRAM LIST FOLDER\n", stderr);
        return 64;
    }
    FILE *list = fopen(argv[2], "r");
    if (!list) {
        perror(argv[2]);
        return 66;
    }
    while (fgets(line, sizeof line, list)) {
        char *arguments[] = {argv[1], NULL};
        posix_spawn_file_actions_t actions;
        pid_t child;
        int status = -1;
        line[strcspn(line, "\n")] = 0;
        snprintf(path, sizeof path, "%s/%s", argv[3], line);
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        if (posix_spawnp(&child, argv[1], &actions, NULL, arguments, environ) || waitpid(child, &status, 0) < 0 || status)
            failed++;
        posix_spawn_file_actions_destroy(&actions);
        files++;
    }
    printf("feeds=%d failed=%d\n", files - failed, failed);
    return failed != 0;
}
