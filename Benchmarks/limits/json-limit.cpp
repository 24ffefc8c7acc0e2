// The least that a JSON Feed reader over simdjson can cost: each document parsed into its DOM, the items counted.
//
// usage: json-limit LIST FOLDER
//
// LIST names files, one path a line, relative to FOLDER.
#include <simdjson.h>

#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: json-limit LIST FOLDER\n";
        return 64;
    }
    std::ifstream list(argv[1]);
    if (!list) {
        std::cerr << argv[1] << ": can't be read\n";
        return 66;
    }
    simdjson::dom::parser parser;
    long feeds = 0, entries = 0, bytes = 0, failed = 0;
    for (std::string line; std::getline(list, line);) {
        simdjson::padded_string text;
        if (simdjson::padded_string::load(std::string(argv[2]) + "/" + line).get(text)) {
            std::cerr << line << ": can't be read\n";
            return 66;
        }
        bytes += text.size();
        simdjson::dom::array items;
        if (parser.parse(text)["items"].get(items)) {
            failed++;
            continue;
        }
        feeds++;
        entries += items.size();
    }
    std::cout << "feeds=" << feeds << " entries=" << entries << " bytes=" << bytes << " failed=" << failed << "\n";
}
