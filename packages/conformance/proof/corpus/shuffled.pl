#!/usr/bin/perl
# Recipes in Perl: one process, one connection at a time, hashes in arbitrary order.
use strict;
use warnings;
use IO::Socket::INET;
use JSON::PP;

$| = 1;
$SIG{PIPE} = 'IGNORE';
my %keys = ('rcp-2f60-b81d-44c9' => "Grandmother's book");
my @kinds = qw(soup bread cake);
my %recipes = map { $_ => { id => "r$_", title => "Recipe $_", kind => $kinds[$_ % 3], minutes => 10 + $_ % 50 } } 1 .. 45;

sub describe {
    return { version => "1.1", name => "Recipes", description => "What to cook", site => "recipes.example",
        tags => ["food"], color => "#aa5500",
        authentication => [{ id => "key", name => "Key", description => "Key of the book",
            fields => [{ id => "key", name => "Key", description => "On the cover", type => "password", optional => JSON::PP::false }] }],
        sources => [{ id => "recipes", name => "Recipes", description => "All recipes", tags => [], fields => {},
            filter => [
                { id => "kind", name => "Kind", description => "Kind", type => "list", options => \@kinds, optional => JSON::PP::true },
                { id => "minutes", name => "Minutes", description => "No longer than", type => "number", optional => JSON::PP::true }] }] };
}

sub sign_in {
    my ($fields) = @_;
    my $key = $fields->{key};
    die { status => 401, error => "Unknown key" } unless defined $key && !ref $key && exists $keys{$key};
    return $keys{$key};
}

sub rows {
    my ($body) = @_;
    sign_in($body->{account});
    die { status => 400, error => "Unknown source" } unless ($body->{source} // '') eq 'recipes';
    my $filter = $body->{filter} || {};
    my @found = values %recipes;
    @found = grep { $_->{kind} eq $filter->{kind} } @found if length($filter->{kind} // '');
    @found = grep { $_->{minutes} <= $filter->{minutes} } @found if length($filter->{minutes} // '');
    @found = sort { rand() <=> 0.5 } @found;
    return \@found;
}

my %routes = (
    'GET /' => \&describe,
    'POST /' => \&rows,
    'POST /validate' => sub { my ($body) = @_; return { name => sign_in($body->{fields}) } },
);

my $listener = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 20, Proto => 'tcp') or die $!;
print encode_json({ port => $listener->sockport }), "\n";
while (my $client = $listener->accept) {
    my $request = <$client> // next;
    my ($method, $path) = split / /, $request;
    my $length = 0;
    while (defined(my $line = <$client>)) {
        last if $line =~ /^\r?\n$/;
        $length = $1 if $line =~ /^content-length:\s*(\d+)/i;
    }
    read $client, my $text, $length if $length;
    my $route = $routes{"$method $path"};
    my ($status, $value) = (404, { error => "Not found" });
    if ($route) {
        $value = eval { $route->(length($text // '') ? decode_json($text) : {}) };
        $status = $@ ? ref $@ ? $@->{status} : 500 : 200;
        $value = { error => ref $@ ? $@->{error} : "$@" } if $@;
    }
    my $json = encode_json($value);
    print $client "HTTP/1.0 $status OK\r\nContent-Type: application/json\r\nContent-Length: ", length $json, "\r\n\r\n", $json;
    close $client;
}
